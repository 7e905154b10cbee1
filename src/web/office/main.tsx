import { createRoot } from 'react-dom/client';
import './office.css';

const place = document.getElementById('office');
if (place) createRoot(place).render(<p>Office</p>);
