import './app/zod-without-eval.ts'
import '@fontsource-variable/inter'
import '@mantine/core/styles.layer.css'
import './app/global.css'
import { mountPage } from '#platform/mount-page.tsx'
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

await mountPage(<App {...app} />)
