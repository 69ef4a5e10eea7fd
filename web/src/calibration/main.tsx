import '@fontsource-variable/inter'
import '@mantine/core/styles.layer.css'
import '#app/global.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { setPageLocale } from '@fieldwatch/contract/text/text-locale'
import { textsArrived } from '#platform/texts/define-texts.ts'
import { PAGE_LANGUAGE } from '#platform/texts/page-language.ts'
import { CalibrationPage } from './calibration-page.tsx'

setPageLocale(PAGE_LANGUAGE.locale, PAGE_LANGUAGE.direction)
document.documentElement.lang = PAGE_LANGUAGE.language
document.documentElement.dir = PAGE_LANGUAGE.direction

const place = document.querySelector('#root')
if (place === null) throw new Error('the page has no #root')
await textsArrived()
createRoot(place).render(
  <StrictMode>
    <CalibrationPage portal={window.parent === window ? undefined : window.parent} />
  </StrictMode>,
)
