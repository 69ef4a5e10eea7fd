import '#app/zod-without-eval.ts'
import '@fontsource-variable/inter'
import '@mantine/core/styles.layer.css'
import '#app/global.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { setPageLocale } from '@fieldwatch/contract/text/text-locale'
import { textsArrived } from '#platform/texts/define-texts.ts'
import { PAGE_LANGUAGE } from '#platform/texts/page-language.ts'

const place = document.querySelector('#root')
if (place === null) throw new Error('the page has no #root')

setPageLocale(PAGE_LANGUAGE.locale, PAGE_LANGUAGE.direction)
document.documentElement.lang = PAGE_LANGUAGE.language
document.documentElement.dir = PAGE_LANGUAGE.direction

// Another link in the address is another page.
addEventListener('hashchange', () => location.reload())

// What the page shows is loaded apart, so that the app shares no more with it than both begin with.
const { VisitPage } = await import('./visit-page.tsx')
await textsArrived()
createRoot(place).render(
  <StrictMode>
    <VisitPage
      secret={location.hash.slice(1)}
      // A visit never sends the cookie of someone who is signed in in this browser.
      fetch={(input, init) => fetch(input, { ...init, credentials: 'omit' })}
    />
  </StrictMode>,
)
