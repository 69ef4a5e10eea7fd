import { once } from 'node:events'
import { resolve } from 'node:path'
import { after, suite } from 'node:test'
import { pathToFileURL } from 'node:url'

// A process of `grouped-tests.ts`: asks for test files and runs them one after the other, each as a suite, which closes what its file has
// opened.

for (let file = await nextFile(); file !== undefined; file = await runFile(file));
process.disconnect()

async function nextFile(): Promise<string | undefined> {
  process.send?.('next')
  const [file] = (await once(process, 'message')) as [string]
  return file === '' ? undefined : file
}

/** Returns the next file before the suite has ended: the runner ends a process that has no further test. */
function runFile(file: string): Promise<string | undefined> {
  const next = Promise.withResolvers<string | undefined>()
  void suite(file, async () => {
    // Before the hooks of the file: where one of those fails, the following ones do not run.
    after(async () => next.resolve(await nextFile()))
    await import(pathToFileURL(resolve(file)).href)
  })
  return next.promise
}
