import '#app/zod-without-eval.ts'
import '@fontsource-variable/inter'
import '@mantine/core/styles.layer.css'
import '#app/global.css'
import { DRAWN_PATH } from '@fieldwatch/contract/shares/drawn-path'
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

// A visit never sends the cookie of someone who is signed in in this browser.
const fetchOmitting: typeof fetch = (input, init) => fetch(input, { ...init, credentials: 'omit' })

// What the page shows is loaded apart, so that the app shares no more with it than both begin with.
const page = await openPage()
await textsArrived()
createRoot(place).render(<StrictMode>{page}</StrictMode>)

async function openPage() {
  if (location.pathname === DRAWN_PATH) {
    const { DrawnPage } = await import('./drawn-page.tsx')
    return <DrawnPage search={location.search} fetch={fetchOmitting} />
  }
  const { VisitPage } = await import('./visit-page.tsx')
  return <VisitPage secret={location.hash.slice(1)} fetch={fetchOmitting} />
}
