import { defineConfig } from '@playwright/test'
import { CHROMIUM_ARGUMENTS, findHeadlessChromium, WEBGL_ARGUMENTS } from '../scripts/find-chromium.ts'

const executablePath = findHeadlessChromium()

export default defineConfig({
  timeout: 120_000,
  expect: { timeout: 20_000 },
  // Files run side by side, each worker with its own portal. On two cores a third one makes each test slower, and the run no shorter.
  workers: 2,
  retries: 0,
  forbidOnly: true,
  reporter: [['list']],
  // The longest ones first, so that none of them runs alone at the end.
  projects: [
    // Beside the tests of the server they take two minutes and more: whole portals are killed and started again.
    { name: 'process', testDir: 'process', timeout: 300_000 },
    // A test gets the browser of the one before, without its cookies and what it stored: what the app loads is compiled once, not again for
    // each test.
    { name: 'journeys', testDir: 'journeys', use: { reuseContext: true } },
    { name: 'extensions', testDir: '../extensions', testMatch: '*/journeys/*.spec.ts' },
  ],
  use: {
    viewport: { width: 1280, height: 800 },
    screenshot: 'only-on-failure',
    // Recording takes a sixth of the time; `npx playwright test --trace on` shows a failure step by step.
    trace: 'off',
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      args: [...CHROMIUM_ARGUMENTS, ...WEBGL_ARGUMENTS],
    },
  },
})
