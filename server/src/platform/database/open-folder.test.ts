import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { readConfig } from '#config.ts'
import { chooseDataFolder, OPEN_FOLDER } from './open-folder.ts'

const home = await mkdtemp(join(tmpdir(), 'fieldwatch-root-'))
const data = join(home, 'data')
after(() => rm(home, { recursive: true }))
const skip = process.getuid?.() !== 0 && 'only root keeps data elsewhere'

test('In a home that others may not enter, root keeps its data where PostgreSQL may go', { skip }, () => {
  assert.equal(chooseDataFolder(data), join(OPEN_FOLDER, data))
})

test('A folder that was chosen, and one beside another PostgreSQL, is taken as it is', { skip }, () => {
  assert.equal(readConfig({ FIELDWATCH_DATA: data }).dataFolder, data)
  const { dataFolder, closedFolder } = readConfig(
    { DATABASE_URL: 'postgres://localhost/portal' },
    { FIELDWATCH_DATA: data },
  )
  assert.deepEqual({ dataFolder, closedFolder }, { dataFolder: data, closedFolder: undefined })
})

test('The server, the demo and the commands beside them agree on the default folder', { skip }, () => {
  const { dataFolder, closedFolder } = readConfig({ FIELDWATCH_DATA: '' }, { FIELDWATCH_DATA: data })
  assert.deepEqual({ dataFolder, closedFolder }, { dataFolder: join(OPEN_FOLDER, data), closedFolder: data })
})

test('A cluster that is already in a closed home is not left for an empty one', { skip }, async () => {
  await mkdir(join(data, 'postgres'), { recursive: true })
  await writeFile(join(data, 'postgres/PG_VERSION'), '18\n')
  assert.equal(chooseDataFolder(data), data)
})
