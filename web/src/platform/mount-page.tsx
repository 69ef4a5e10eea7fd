import { setPageLocale } from '@fieldwatch/contract/text/text-locale'
import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { textsArrived } from './texts/define-texts.ts'
import { PAGE_LANGUAGE } from './texts/page-language.ts'

/** Shows a page in its language, as soon as its texts have arrived. */
export async function mountPage(page: ReactNode): Promise<void> {
  setPageLocale(PAGE_LANGUAGE.locale, PAGE_LANGUAGE.direction)
  document.documentElement.lang = PAGE_LANGUAGE.language
  document.documentElement.dir = PAGE_LANGUAGE.direction
  const place = document.querySelector('#root')
  if (place === null) throw new Error('the page has no #root')
  await textsArrived()
  createRoot(place).render(<StrictMode>{page}</StrictMode>)
}
