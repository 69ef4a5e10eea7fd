import type { AnyEndpoint } from '@fieldwatch/contract/api/endpoint'
import { API_BASE } from '@fieldwatch/contract/api/endpoint'
import { sql } from 'kysely'
import type { AccessOfExtension } from './access-of-extensions.ts'
import { ADMIN, type Place } from './access-rows.ts'

interface Resource {
  /** The endpoints of `defineResource`. */
  readonly create: AnyEndpoint
  readonly idName: string
  readonly table: string
  /** A new one, with every text and time that it takes. */
  readonly some: Readonly<Record<string, unknown>> & { readonly name: string }
  /** What a change takes besides. */
  readonly change?: Readonly<Record<string, unknown>>
}

/** What an extension exports from `testing/access.ts` about the endpoints of a thing that an entity keeps. None of them names a unit. */
export function accessOfResource({ create, idName, table, some, change = {} }: Resource) {
  const path = create.path.slice(API_BASE.length)
  const [list, add, update, remove] = ['GET', 'POST', 'PUT', 'DELETE'].map((method) => `${method} ${path}`) as Names
  const made = async ({ entity, admin, test }: Place): Promise<string> => {
    // There may be a limit to how many an entity has.
    await sql`delete from ${sql.table(table)} where entity_id = ${entity}`.execute(test.db)
    const { body } = await test.call(create, { as: admin, body: { entity, ...some } })
    return (body as { details: Record<string, string> }).details[idName] ?? ''
  }
  return {
    ROWS: {
      [list]: { rule: ADMIN, ask: ({ entity }) => ({ path: `${path}?entity=${entity}` }) },
      [add]: { rule: ADMIN, ask: ({ entity }) => ({ path, body: { entity, ...some } }) },
      [update]: {
        rule: ADMIN,
        ask: async (place) => ({ path, body: { [idName]: await made(place), name: 'Another' } }),
      },
      [remove]: { rule: ADMIN, ask: async (place) => ({ path, body: { [idName]: await made(place) } }) },
    },
    NOT_FOR_PROGRAMS: [list, add, update, remove],
    ABOUT_A_UNIT: Object.fromEntries([list, add, update, remove].map((name) => [name, () => undefined])),
    asked: ({ admin: { entity } }) => ({
      [list]: { query: { entity } },
      [add]: { body: { entity, ...some } },
      [update]: { body: { [idName]: 'x', ...some, ...change, version: 1 } },
      [remove]: { body: { [idName]: 'x' } },
    }),
    askedOnce: ({ admin, call, db }) => ({
      [`POST ${create.path}`]: {
        ask: (key) =>
          call(create, {
            as: admin,
            headers: { 'idempotency-key': key },
            body: { entity: admin.entity, ...some },
          }),
        effects: async () => {
          const { rows } = await sql`select from ${sql.table(table)} where name = ${some.name}`.execute(db)
          return rows.length
        },
      },
    }),
  } satisfies AccessOfExtension
}

type Names = [list: string, add: string, update: string, remove: string]
