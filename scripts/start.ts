import { join } from 'node:path'
import { helpIfAsked, START_USAGE } from '@fieldwatch/server/commands/help'
import { ensureWebBuild } from '@fieldwatch/server/platform/web-app/ensure-web-build'

helpIfAsked(START_USAGE)
try {
  await ensureWebBuild({
    root: join(import.meta.dirname, '..'),
    onBuild: () => process.stdout.write('Building the web app…\n'),
  })
  await import('@fieldwatch/server/main')
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
