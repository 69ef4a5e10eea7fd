// Before the first paint, so that a chosen scheme never flashes in the other one.
;(function () {
  var chosen
  try {
    chosen = localStorage.getItem('fieldwatch-color-scheme')
  } catch {
    chosen = null
  }
  var dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
})()
