// Run before first paint: the theme chosen in this browser, if any (src/web/office/theme/theme.ts).
try {
  var theme = localStorage.getItem('theme');
  if (theme) document.documentElement.dataset.theme = theme;
} catch (e) {}
