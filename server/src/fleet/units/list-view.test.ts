import { DEFAULT_LIST_VIEW } from '@fieldwatch/contract/units/list-columns'
import { getListView, type ListView, setListView } from '@fieldwatch/contract/units/list-view'
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createTestApp } from '#testing/test-app.ts'
import { createTestDatabase } from '#testing/test-database.ts'

const database = await createTestDatabase()
const { db } = database
const { call, signInAs } = await createTestApp({ database })

const VIEW: ListView = {
  layout: 'table',
  columns: ['dataID', 'activity'],
  sort: { by: 'activity', descending: true },
}

describe('how a person looks at the list of units', () => {
  it('is as everybody does before they choose, and then as they chose, for themselves alone', async () => {
    const ada = await signInAs({})
    const colleague = await signInAs({ entity: ada.entity })
    const viewOf = async (as: typeof ada) => (await call(getListView, { as })).body.details
    assert.deepEqual(await viewOf(ada), DEFAULT_LIST_VIEW)

    await call(setListView, { as: ada, body: { ...VIEW, columns: [] } })
    await call(setListView, { as: ada, body: VIEW })

    assert.deepEqual([await viewOf(ada), await viewOf(colleague)], [VIEW, DEFAULT_LIST_VIEW])
  })

  for (const [kept, seen] of [
    [
      { layout: 'table', columns: ['size', 'of a later release', 'size'], sort: VIEW.sort },
      { ...VIEW, columns: ['size'] },
    ],
    [
      { ...VIEW, layout: 'wall' },
      { ...VIEW, layout: 'cards' },
    ],
    [
      { ...VIEW, sort: { by: 'colour', descending: true } },
      { ...VIEW, sort: DEFAULT_LIST_VIEW.sort },
    ],
    [
      { ...VIEW, value: { source: 'probe', field: 'level' } },
      { ...VIEW, value: { source: 'probe', field: 'level' } },
    ],
    [{ ...VIEW, value: { source: 'no source!' } }, VIEW],
    [['nothing that is known'], DEFAULT_LIST_VIEW],
  ] as const) {
    it(`that another release kept as ${JSON.stringify(kept)} is shown as far as it is known`, async () => {
      const ada = await signInAs({})
      await db
        .insertInto('listView')
        .values({ userId: ada.userId, view: JSON.stringify(kept) })
        .execute()

      assert.deepEqual((await call(getListView, { as: ada })).body.details, seen)
    })
  }

  it('is refused with a column twice, or one that there is not', async () => {
    const ada = await signInAs({})
    const refusalOf = async (columns: string[]) =>
      (await call(setListView, { as: ada, body: { ...VIEW, columns } as ListView })).failure.code

    assert.deepEqual(
      [await refusalOf(['size', 'size']), await refusalOf(['weight'])],
      ['request/invalid', 'request/invalid'],
    )
  })
})
