import '#app/zod-without-eval.ts'
import '@fontsource-variable/inter'
import '@mantine/core/styles.layer.css'
import '#app/global.css'
import './board-root.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { setPageLocale } from '@fieldwatch/contract/text/text-locale'
import { textsArrived } from '#platform/texts/define-texts.ts'
import { PAGE_LANGUAGE } from '#platform/texts/page-language.ts'

const place = document.querySelector('#root')
if (place === null) throw new Error('the page has no #root')

setPageLocale(PAGE_LANGUAGE.locale)
document.documentElement.lang = PAGE_LANGUAGE.language
document.documentElement.dir = PAGE_LANGUAGE.direction

// What the page shows is loaded apart, so that the app shares no more with it than both begin with.
const { BoardPage } = await import('./board-page.tsx')
await textsArrived()
createRoot(place).render(
  <StrictMode>
    <BoardPage
      readPage={readPage}
      preview={location.hash === '' ? undefined : location.hash.slice(1)}
      // A screen never sends the cookie of someone who is signed in in this browser.
      fetch={(input, init) => fetch(input, { ...init, credentials: 'omit' })}
    />
  </StrictMode>,
)

async function readPage(): Promise<string> {
  const response = await fetch(location.pathname, { cache: 'no-store', credentials: 'omit' })
  if (!response.ok) throw new Error('the page is away')
  return response.text()
}
