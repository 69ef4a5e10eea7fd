import { HOUR_MS } from '@fieldwatch/contract/time/durations'
import type { DownlinkState } from '@fieldwatch/contract/actions/actions'
import type { DataId } from '@fieldwatch/contract/api/ids'
import type { NetworkServerId, NetworkServerKind } from '../../contract/network-servers.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '@fieldwatch/server/platform/database/database'
import { prepared } from '@fieldwatch/server/platform/database/prepared'
import { isFreeFor } from '@fieldwatch/server/platform/leases/lease-store'
import type { StoredState } from './downlink-progress.ts'

/** A request to a LoRaWAN device that this server hands to a network server. */
export interface ClaimedDownlink {
  readonly requestId: number
  readonly dataId: DataId
  readonly devEui: string
  /** What The Things Stack calls the device; null: it was not heard yet. */
  readonly device: string | null
  readonly reference: string
  /** More than 1: an earlier try may have succeeded without an answer. */
  readonly tries: number
  /** The network server. */
  readonly serverId: NetworkServerId
  readonly kind: NetworkServerKind
  readonly url: string
  readonly apiKey: Buffer
  readonly application: string
  readonly fPort: number
  readonly confirmed: boolean
  readonly failures: number
}

interface ReportedDownlink {
  readonly requestId: number
  readonly state: StoredState
  readonly confirmed: boolean
}

export interface Report {
  readonly step: DownlinkState
  readonly reason: string | undefined
  readonly at: number
}

/** By which network server a unit speaks, and what it is called there. */
export interface HeardDevice {
  readonly door: NetworkServerKind
  readonly application: string
  readonly device: string
}

interface Moment {
  readonly server: string
  readonly now: number
  /** The requests that this server hands over at the moment. */
  readonly inProgress: readonly number[]
}

/** What an unanswered push may have been called. Reports of it are kept for this long. */
const REPORTS_KEPT_MS = HOUR_MS

/** Requests on their way through network servers. */
export function createDownlinkStore(db: Db) {
  return {
    /**
     * Takes the first request of a unit that is due and that no running server holds. Its network server is that of an entity which covers
     * all entities of the unit: the one by which the device was heard last, or else the nearest.
     */
    claimNext: async (moment: Moment, reference: string): Promise<ClaimedDownlink | undefined> => {
      const { rows } = await sql<ClaimedDownlink>`
        with due as (${dueDownlinks(moment)} limit 1), claimed as (
          insert into downlink (request_id, data_id, reference, at, confirmed, tries, held_by)
          select request_id, data_id, ${reference}, ${moment.now}, confirmed, 1, ${moment.server} from due
          on conflict (request_id) do update
            set held_by = excluded.held_by, tries = downlink.tries + 1, confirmed = excluded.confirmed
            where downlink.state = 'pending' and ${isFreeFor(moment.server, sql`downlink.held_by`)}
          returning request_id, reference, tries
        )
        select claimed.request_id as "requestId", claimed.reference, claimed.tries, due.data_id as "dataId", due.dev_eui as "devEui",
          due.device, due.server_id as "serverId", server.kind, server.url, server.api_key as "apiKey", server.application,
          server.f_port as "fPort", server.confirmed, server.failures
        from claimed join due using (request_id) join network_server server on server.id = due.server_id`.execute(db)
      return rows[0]
    },

    /** Lets it be taken again, from a time on. */
    postpone: async (requestId: number, nextTryAt: number | undefined): Promise<void> => {
      await db
        .updateTable('downlink')
        .set({ heldBy: null, nextTryAt: nextTryAt ?? null })
        .where('requestId', '=', requestId)
        .execute()
    },

    /** It is given up, or a network server has taken it. */
    settle: async (
      requestId: number,
      { state, at, reason, reference }: { state: 'queued' | 'failed'; at: number; reason?: string; reference?: string },
    ): Promise<void> => {
      await db
        .updateTable('downlink')
        .set({ state, at, reason: reason ?? null, heldBy: null, ...(reference === undefined ? {} : { reference }) })
        .where('requestId', '=', requestId)
        .where('state', '=', 'pending')
        .execute()
    },

    /** Returns whether its state was still the former one. */
    move: async (
      requestId: number,
      { from, to, at, reason }: { from: StoredState; to: StoredState; at: number; reason: string | undefined },
    ): Promise<boolean> => {
      const { numUpdatedRows } = await db
        .updateTable('downlink')
        .set({ state: to, at, reason: reason ?? null, heldBy: null })
        .where('requestId', '=', requestId)
        .where('state', '=', from)
        .executeTakeFirstOrThrow()
      return numUpdatedRows > 0n
    },

    /** The downlinks of a unit that a report is about. */
    listReported: (dataId: DataId, references: readonly string[]): Promise<ReportedDownlink[]> =>
      db
        .selectFrom('downlink')
        .select(['requestId', 'state', 'confirmed'])
        .where('dataId', '=', dataId)
        .where('reference', 'in', [...references])
        .execute(),

    /** Keeps a report while a push to the unit has no answer yet, which may turn out to be its own. */
    keepReport: async (dataId: DataId, references: readonly string[], { step, reason, at }: Report): Promise<void> => {
      await sql`
        with gone as (delete from lorawan_report where data_id = ${dataId} and at <= ${at - REPORTS_KEPT_MS})
        insert into lorawan_report (data_id, reference, step, reason, at)
        select ${dataId}, reference, ${step}, ${reason ?? null}, ${at} from unnest(${[...references]}::text[]) reference
        where exists (select from downlink where data_id = ${dataId} and state = 'pending')
        on conflict do nothing`.execute(db)
    },

    /** The reports that came of a downlink before it had its reference, in their order. */
    takeReports: async (dataId: DataId, reference: string): Promise<Report[]> => {
      const { rows } = await sql<{ step: DownlinkState; reason: string | null; at: number }>`
        delete from lorawan_report where data_id = ${dataId} and reference = ${reference}
        returning step, reason, at`.execute(db)
      return rows
        .toSorted((one, other) => one.at - other.at)
        .map(({ step, reason, at }) => ({ step, reason: reason ?? undefined, at }))
    },

    /** Remembers by which network server each unit speaks, and what it is called there. */
    noteDevices: async (devices: ReadonlyMap<DataId, HeardDevice>): Promise<void> => {
      const heard = [...devices.values()]
      await sql`
        ${prepared('note-devices')}
        insert into lorawan_device (data_id, door, application, device)
        select * from unnest(
          ${[...devices.keys()]}::text[], ${heard.map(({ door }) => door)}::text[],
          ${heard.map(({ application }) => application)}::text[], ${heard.map(({ device }) => device)}::text[]
        ) given (data_id, door, application, device)
        order by data_id
        on conflict (data_id) do update
        set door = excluded.door, application = excluded.application, device = excluded.device
        where (lorawan_device.door, lorawan_device.application, lorawan_device.device)
          is distinct from (excluded.door, excluded.application, excluded.device)`.execute(db)
    },
  }
}

/** Whether any request is to be handed to a network server now. */
export function isDownlinkDue(moment: Moment): RawBuilder<unknown> {
  return sql`exists (${dueDownlinks(moment)})`
}

/** The first waiting request of each unit, and the network server for it. */
function dueDownlinks({ server, now, inProgress }: Moment): RawBuilder<unknown> {
  return sql`
    select first.request_id, first.data_id, first.dev_eui, heard.device, chosen.id as server_id, chosen.confirmed
    from (
      select distinct on (request.data_id) request.id as request_id, request.data_id, unit.dev_eui
      from action_request request join unit on unit.data_id = request.data_id
      where request.state = 'waiting' and request.not_sent_reason is null and not request.sent_once
        and request.result_at is null and request.expires_at > ${now} and unit.active and unit.dev_eui is not null
        and not exists (select from unit_connection connection where connection.data_id = request.data_id)
        and exists (select from unit_entity owner where owner.data_id = request.data_id)
      order by request.data_id, request.id
    ) first
    left join downlink on downlink.request_id = first.request_id
    left join lorawan_device heard on heard.data_id = first.data_id
    cross join lateral (
      select candidate.id, candidate.confirmed from network_server candidate
      join entity on entity.id = candidate.entity_id and entity.status = 'active' and entity.deleted_at is null
      where candidate.active and coalesce(candidate.next_try_at, 0) <= ${now}
        and candidate.kind = coalesce(heard.door, candidate.kind)
        and not exists (
          select from unit_entity owner where owner.data_id = first.data_id and candidate.entity_id not in (
            with recursive above (id) as (
              select owner.entity_id
              union
              select entity.parent_id from above join entity on entity.id = above.id where entity.parent_id is not null
            )
            select id from above
          )
        )
      order by candidate.application = heard.application desc nulls last, (
        with recursive below (id, depth) as (
          select candidate.entity_id, 0
          union all
          select entity.id, below.depth + 1 from below join entity on entity.parent_id = below.id
        )
        select max(depth) from below join unit_entity owner on owner.entity_id = below.id
        where owner.data_id = first.data_id
      ), candidate.created_at, candidate.id
      limit 1
    ) chosen
    where first.request_id <> all (${[...inProgress]}::bigint[]) and (
      downlink.request_id is null or (
        downlink.state = 'pending' and coalesce(downlink.next_try_at, 0) <= ${now}
        and ${isFreeFor(server, sql`downlink.held_by`)}
      )
    )`
}
