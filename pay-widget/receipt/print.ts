// The one thing on a receipt that needs script: its button comes with it.
const button = document.getElementById('print')
button?.parentElement?.removeAttribute('hidden')
button?.addEventListener('click', () => print())
