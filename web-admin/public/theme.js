// Before the first paint, so that a chosen scheme never flashes the other one.
try {
  const theme = localStorage.getItem('vestry-theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {}
