import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signIn } from '@fieldwatch/contract/people/auth'
import { expect, test } from '@playwright/test'
import { call, createUnit, createUser, PASSWORD } from '../support/api.ts'
import { fillPortal, readContents } from '../support/portal-contents.ts'
import { startPortal } from '../support/portal.ts'
import { publish, readNumbers } from '../support/publisher.ts'
import { connectUnit } from '../support/unit.ts'

const UNITS = 10
const BEFORE_BACKUP = 40

test('After a backup under load and the loss of everything, a restore brings back every record that was acknowledged and all that people made', async () => {
  const portal = await startPortal()
  const folder = await mkdtemp(join(tmpdir(), 'fieldwatch-drill-'))
  const file = join(folder, 'drill.fieldwatch')
  try {
    const user = await createUser(portal, { email: 'admin@drill.example', entity: 'Drill' })
    await createUser(portal, { email: 'viewer@drill.example', entity: 'Drill', role: 'viewer' })
    await fillPortal(portal, user)
    const contents = await readContents(portal, user.token)
    const publishers = await Promise.all(
      Array.from({ length: UNITS }, async (_, index) => {
        const dataID = `unit-${index}`
        return publish(dataID, await connectUnit(portal, dataID, await createUnit(portal, user, dataID)))
      }),
    )
    await Promise.all(publishers.map((publisher) => publisher.reached(BEFORE_BACKUP)))
    const before = new Map(publishers.map(({ dataID, acknowledged }) => [dataID, [...acknowledged]]))

    await portal.backup(file)
    await Promise.all(publishers.map((publisher) => publisher.stop()))
    await portal.killEverything()
    await rm(portal.dataFolder, { recursive: true })
    await portal.restore(file)
    await expect(portal.restore(file)).rejects.toThrow(/already exists, and is not overwritten/)
    await portal.restart()

    expect(await readdir(folder)).toEqual(['drill.fieldwatch'])
    expect(existsSync(join(portal.dataFolder, 'restoring'))).toBe(false)
    const { details } = await call(portal, signIn, { body: { email: user.email, password: PASSWORD } })
    const token = details.idToken
    expect(await readContents(portal, token)).toEqual(contents)
    for (const [dataID, acknowledged] of before) {
      const stored = await readNumbers(portal, { token }, dataID)
      expect(
        acknowledged.filter((number) => !stored.includes(number)),
        `${dataID} lost records`,
      ).toEqual([])
    }
  } finally {
    await portal.close()
    await rm(folder, { recursive: true, force: true })
  }
})
