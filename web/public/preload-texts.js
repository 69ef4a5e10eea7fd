// Asks for the first texts in the language of the page while the app is on its way. `decideLanguage` of the app decides what is shown.
;(function (script) {
  var files = JSON.parse(script.dataset.files)
  var hints = [new URLSearchParams(location.search).get('language')]
  try {
    hints.push(sessionStorage.getItem('fieldwatch-language'))
    hints.push(localStorage.getItem('fieldwatch-language') || localStorage.getItem('fieldwatch-browser-language'))
  } catch {
    // Without storage nothing was chosen.
  }
  var wanted = hints.concat(navigator.languages, 'en')
  var isOffered = function (tag) {
    return typeof tag === 'string' && tag.slice(0, 2).toLowerCase() in files
  }
  files[wanted.find(isOffered).slice(0, 2).toLowerCase()].forEach(function (href) {
    var link = document.createElement('link')
    link.rel = 'modulepreload'
    link.crossOrigin = ''
    link.href = href
    document.head.append(link)
  })
})(document.currentScript)
