import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

/** What the demo has to remember from one start to the next: the portal itself keeps no token. */
const DemoState = z.object({
  /** By dataID. */
  tokens: z.record(z.string(), z.string()),
  /** Whether all of the history is stored. */
  filled: z.boolean(),
})
export type DemoState = z.infer<typeof DemoState>

const FILE = 'demo.json'
const OWNER_ONLY = 0o600

/** Undefined before the first start. */
export async function readDemoState(dataFolder: string): Promise<DemoState | undefined> {
  try {
    return DemoState.parse(JSON.parse(await readFile(join(dataFolder, FILE), 'utf8')))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw new Error(`${join(dataFolder, FILE)} cannot be read. Delete it to give the units new tokens.`, {
      cause: error,
    })
  }
}

export async function writeDemoState(dataFolder: string, state: DemoState): Promise<void> {
  await mkdir(dataFolder, { recursive: true })
  const file = join(dataFolder, FILE)
  await writeFile(`${file}.new`, JSON.stringify(state, undefined, 2), { mode: OWNER_ONLY })
  await rename(`${file}.new`, file)
}
