// Shows the Print button, which works only with script.
const button = document.getElementById('print')
button?.parentElement?.removeAttribute('hidden')
button?.addEventListener('click', () => print())
