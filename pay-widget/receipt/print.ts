// The Print button needs script, so the script reveals it.
const button = document.getElementById('print')
button?.parentElement?.removeAttribute('hidden')
button?.addEventListener('click', () => print())
