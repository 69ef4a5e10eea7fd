import './app/zod-without-eval.ts'
import '@fontsource-variable/inter'
import '@mantine/core/styles.layer.css'
import './app/global.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { setPageLocale } from '@fieldwatch/contract/text/text-locale'
import { PAGE_LANGUAGE } from '#platform/texts/page-language.ts'
import { textsArrived } from '#platform/texts/define-texts.ts'
import { createOtherTabs } from '#platform/session/other-tabs.ts'
import { createSessionMark } from '#platform/session/session-mark.ts'
import { sessionStore } from '#platform/storage/page-storage.ts'
import { App } from './app/app.tsx'
import { createApp } from './app/create-app.ts'

const app = createApp({
  fetch: globalThis.fetch.bind(globalThis),
  storage: sessionStore,
  tabs: createOtherTabs(),
  mark: createSessionMark(document),
  reload: () => location.reload(),
})

setPageLocale(PAGE_LANGUAGE.locale, PAGE_LANGUAGE.direction)
document.documentElement.lang = PAGE_LANGUAGE.language
document.documentElement.dir = PAGE_LANGUAGE.direction

const root = document.querySelector('#root')
if (root === null) throw new Error('index.html has no #root')
await textsArrived()
createRoot(root).render(
  <StrictMode>
    <App {...app} />
  </StrictMode>,
)
