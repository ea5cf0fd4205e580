// Runs before the first paint, so that a chosen scheme never shows the other one first.
try {
  const theme = localStorage.getItem('vestry-theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {}
