import { expect } from '@playwright/test'
import { createKeyboard } from '../keyboard/keyboard.ts'
import { WALK } from '../keyboard/walk.ts'
import { prepareWalk } from '../keyboard/walk-portal.ts'
import { AXE_EVERYWHERE } from './axe-screens.ts'
import { expectNoViolations } from './axe.ts'
import { test } from './journey.ts'

test('a person without a mouse signs in, reads a chart, tags an event, makes an alert and sends a request', async ({
  page,
  portal,
}) => {
  // It is one journey through seven screens, some two hundred keys long.
  test.slow()
  const { admin, gateway } = await prepareWalk(portal)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const errors: Error[] = []
  page.on('pageerror', (error) => errors.push(error))
  const keyboard = createKeyboard({
    goto: (url) => page.goto(url),
    press: (key) => page.keyboard.press(key),
    type: (text) => page.keyboard.type(text),
    evaluate: (expression) => page.evaluate(expression),
  })
  for (const { title, go } of WALK) {
    let looks = 0
    // Firefox looks at all of it, and so do other journeys at the dialogs.
    const look = async (): Promise<void> => {
      looks += 1
      if (AXE_EVERYWHERE || looks === 1) await expectNoViolations(page)
    }
    await test.step(title, () => go(keyboard, { url: portal.url, email: admin.email, look }))
  }
  expect(errors).toEqual([])
  await gateway.end()
})
