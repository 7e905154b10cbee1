import { apiFile } from '../../api.ts';
import { download } from '../files/download.ts';
import { type LeadFilter, toQuery } from './leads.queries.ts';

/** The server builds the file and writes an audit event. Returns its name. */
export async function exportLeads(filter: LeadFilter): Promise<string> {
  const { filename, file } = await apiFile('GET /api/leads/export', { query: toQuery(filter) });
  download(filename, file);
  return filename;
}
