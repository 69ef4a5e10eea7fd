import '#app/zod-without-eval.ts'
import '@fontsource-variable/inter'
import '@mantine/core/styles.layer.css'
import '#app/global.css'
import { mountPage } from '#platform/mount-page.tsx'

// What the page shows is loaded apart, so that the app shares no more with it than both begin with.
const { DrawnPage } = await import('./drawn-page.tsx')
// A drawing never sends the cookie of someone who is signed in in this browser.
await mountPage(
  <DrawnPage search={location.search} fetch={(input, init) => fetch(input, { ...init, credentials: 'omit' })} />,
)
