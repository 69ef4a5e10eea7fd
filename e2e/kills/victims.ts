import type { Portal } from '../support/portal.ts'

/** What is killed in turn. The portal runs again afterwards. */
export const VICTIMS = [
  async (portal: Portal): Promise<void> => {
    await portal.killServer()
    await portal.restart()
  },
  (portal: Portal): Promise<void> => portal.killPostgres(),
  async (portal: Portal): Promise<void> => {
    await portal.killEverything()
    await portal.restart()
  },
]
