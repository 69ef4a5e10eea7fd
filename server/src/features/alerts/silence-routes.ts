import { explainSilence as endpoint, type UnitSilence } from '@fieldwatch/contract/units/unit-silence'
import type { DataId, SourceName } from '@fieldwatch/contract/api/ids'
import type { FastifyInstance } from 'fastify'
import { createUnitStore } from '#fleet/units/unit-store.ts'
import { isAdmin } from '#people/access/access-policy.ts'
import type { Platform } from '#platform/floor.ts'
import type { Caller } from '#platform/http/caller.ts'
import { addRoute } from '#platform/http/add-route.ts'
import { success } from '#platform/http/envelope.ts'
import { formatTimeOrNull } from '#platform/time/format-time.ts'
import type { RecordReader } from '#records/store/record-reader.ts'
import { explainSilence } from './explain-silence.ts'
import { createSilenceFactsStore, type KnownSource, type UnitFacts } from './silence-facts-store.ts'
import { usualGapOf } from './watch-silence.ts'

interface Parts extends Pick<Platform, 'db' | 'clock'> {
  readonly reader: RecordReader
}

/** Sources from which is learned how long a unit is usually silent. */
const LEARNED_FROM = 5

/** Why a unit is silent. What was refused and when the token was replaced is for admins. */
export function registerSilenceRoutes(app: FastifyInstance, parts: Parts): void {
  addRoute(app, endpoint, async ({ query, caller }) => success(await describeSilence(parts, caller, query.dataID)))
}

async function describeSilence({ db, reader, clock }: Parts, caller: Caller, dataId: DataId): Promise<UnitSilence> {
  await createUnitStore(db).getDocument(dataId, caller.reach)
  const store = createSilenceFactsStore(db)
  const known = await store.getUnit(dataId)
  const unit = isAdmin(caller) ? known : { ...known, tokenChangedAt: undefined, lastRefused: undefined }
  const sources = await store.listSources(dataId)
  const sims = await store.listSims(dataId, caller.reach)
  const last = lastArrival(known, sources)
  const usualMs = sources.length === 0 ? undefined : await usualGapOf(reader, sources.slice(0, LEARNED_FROM))
  const explained = explainSilence({
    ...unit,
    now: clock(),
    lastRecordAt: last?.at,
    usualMs,
    sources: sources.map(({ name }) => name),
    sims,
  })
  return {
    dataID: dataId,
    ...explained,
    findings: [...explained.findings],
    active: unit.active,
    sims: sims.map(({ lastSessionAt, ...sim }) => ({ ...sim, lastSessionUTC: formatTimeOrNull(lastSessionAt) })),
    lastRecordUTC: formatTimeOrNull(last?.at),
    lastSource: last?.source ?? null,
    connected: unit.connected,
    connectionChangedUTC: formatTimeOrNull(unit.connectionChangedAt),
    lastRefusedUTC: formatTimeOrNull(unit.lastRefused?.at),
    lastRefusal: unit.lastRefused?.message ?? null,
    tokenChangedUTC: formatTimeOrNull(unit.tokenChangedAt),
    pausedData: [...unit.pausedData],
    usualSeconds: usualMs === undefined ? null : Math.round(usualMs / 1_000),
  }
}

/** What the unit sent last: what is not stored, and answers, count too. */
function lastArrival(
  { lastActivityAt = -Infinity, lastMessage }: UnitFacts,
  [source]: readonly KnownSource[],
): { readonly at: number; readonly source: SourceName } | undefined {
  const { heardAt = -Infinity, name } = source ?? {}
  if (lastMessage !== undefined && lastActivityAt > heardAt) return { at: lastActivityAt, source: lastMessage }
  return name === undefined || heardAt === -Infinity ? undefined : { at: heardAt, source: name }
}
