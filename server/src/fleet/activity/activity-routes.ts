import { isDeepStrictEqual } from 'node:util'
import { exportActivity, getActivity, listActivity } from '@fieldwatch/contract/activity/activity'
import type { QueryOf } from '@fieldwatch/contract/api/endpoint'
import type { TableRow } from '@fieldwatch/contract/tables/table'
import { textsIn } from '@fieldwatch/messages/server-texts'
import { EARLIEST_TIME, LATEST_TIME } from '@fieldwatch/contract/time/times'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createUnitStore } from '#fleet/units/unit-store.ts'
import { isAdmin } from '#people/access/access-policy.ts'
import type { Db } from '#platform/database/database.ts'
import { DomainError } from '#platform/errors/domain-error.ts'
import { addRoute, addSendingRoute } from '#platform/http/add-route.ts'
import type { Caller } from '#platform/http/caller.ts'
import { success } from '#platform/http/envelope.ts'
import { formatPosition, type Position, readPosition } from '#platform/http/page-position.ts'
import { createReadGate } from '#platform/http/read-gate.ts'
import { languageOfReader } from '#platform/http/reader-language.ts'
import { sendTables } from '#platform/http/send-csv.ts'
import { untilGone } from '#platform/http/until-gone.ts'
import { type ActivityScope, scopeOf } from './activity-policy.ts'
import { type ActivityFilter, createActivityStore } from './activity-store.ts'
import type { ActivitySubjects } from './activity-subjects.ts'
import { activityColumns, activityRow } from './activity-table.ts'
import { describeActivity, describeStates } from './describe-activity.ts'

interface Parts {
  readonly db: Db
  /** Connections for what takes long. */
  readonly reads: Db
  readonly subjects: ActivitySubjects
}

/** Pages of one person: a search looks through thousands of entries. */
const SEARCHES = { atOnce: 2, waiting: 8 }
/** Exports of one person. */
const EXPORTS = { atOnce: 1, waiting: 2 }
/** Their states may be long. */
const ENTRIES_AT_ONCE = 100

/** Who changed what, for admins, and for everybody what they did themselves. */
export function registerActivityRoutes(app: FastifyInstance, { db, reads, subjects }: Parts): void {
  const gate = createReadGate(EXPORTS)
  const searches = createReadGate(SEARCHES)

  addRoute(app, listActivity, async ({ query, caller, request, reply }) => {
    const scope = await judgedScope(db, caller, query)
    const asked = { scope, filter: filterOf(query, scope), after: readPosition(query.after), limit: query.limit }
    const signal = untilGone(reply)
    const { entries, next } = await searches.run({ person: caller.userId, signal }, () =>
      createActivityStore(reads, caller.reach, subjects).list(asked),
    )
    const language = languageOfReader(request)
    return success({
      activity: entries.map((entry) => describeActivity(caller, entry, language)),
      next: formatPosition(next),
    })
  })

  addRoute(app, getActivity, async ({ params, caller, request }) => {
    const store = createActivityStore(db, caller.reach, subjects)
    const found = await findWithin(store, params.activityID, caller)
    if (found === undefined) throw new DomainError('activity/not-found')
    const language = languageOfReader(request)
    return success({ ...describeActivity(caller, found, language), ...describeStates(caller, found, language) })
  })

  addSendingRoute(app, exportActivity, async ({ query, caller, request, reply }) => {
    const scope = await judgedScope(db, caller, query)
    const { format, timeZone } = query
    const language = languageOfReader(request)
    await sendTables({
      reply,
      caller,
      judge: async (again) => {
        if (!isDeepStrictEqual(await judgedScope(db, again, query), scope)) throw new DomainError('access/forbidden')
      },
      gate,
      name: 'activity',
      format,
      timeZone,
      sheets: (signal) => [
        {
          name: textsIn(language)('activity.title'),
          columns: activityColumns(language, format === 'xlsx' ? timeZone : 'UTC'),
          blocks: readBlocks({ reads, subjects }, caller, { scope, filter: filterOf(query, scope), signal, request }),
        },
      ],
    })
  })

  /** In what the caller administers, else among the own; of a unit in reach, whichever entity of it the entry is of. */
  async function findWithin(store: ReturnType<typeof createActivityStore>, id: number, caller: Caller) {
    const own = await store.find(id, scopeOf(caller, { userUID: caller.userId }))
    if (own !== undefined || !isAdmin(caller)) return own
    const near = await store.find(id, scopeOf(caller, {}))
    if (near !== undefined) return near
    const dataID = await store.findUnitOf(id)
    return dataID === undefined ? undefined : store.find(id, await judgedScope(db, caller, { dataID }))
  }
}

type Narrowing = Pick<QueryOf<typeof exportActivity>, 'entity' | 'userUID' | 'dataID'>

async function judgedScope(db: Db, caller: Caller, query: Narrowing): Promise<ActivityScope> {
  if (query.dataID === undefined) return scopeOf(caller, query)
  await createUnitStore(db).getDocument(query.dataID, caller.reach)
  return scopeOf(caller, query)
}

function filterOf(
  { topic, userUID, search, from, to }: Omit<QueryOf<typeof exportActivity>, 'format' | 'timeZone'>,
  scope: ActivityScope,
): ActivityFilter {
  return {
    topic,
    userId: scope.kind === 'user' ? undefined : userUID,
    search: search === '' ? undefined : search,
    from: from ?? EARLIEST_TIME,
    to: to ?? LATEST_TIME,
  }
}

interface Exported {
  readonly scope: ActivityScope
  readonly filter: ActivityFilter
  readonly signal: AbortSignal
  readonly request: FastifyRequest
}

async function* readBlocks(
  { reads, subjects }: Pick<Parts, 'reads' | 'subjects'>,
  caller: Caller,
  { scope, filter, signal, request }: Exported,
): AsyncGenerator<TableRow[]> {
  const store = createActivityStore(reads, caller.reach, subjects)
  const language = languageOfReader(request)
  let after: Position | undefined
  do {
    signal.throwIfAborted()
    const page = await store.listWithStates({ scope, filter, after, limit: ENTRIES_AT_ONCE })
    yield page.entries.map((entry) => activityRow(caller, entry, language))
    after = page.next
  } while (after !== undefined)
}
