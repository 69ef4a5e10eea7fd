import type { ActionAnswer, ActionMessage } from '@fieldwatch/contract/actions/action-messages'
import { LIST_CONFIG, UPDATE_CONFIG } from '@fieldwatch/contract/actions/action-options'
import { z } from 'zod'
import type { Configured } from './configured/configured.ts'

/** How a unit answers requests. Requests are counted from 1; zero means never. */
export const Answering = z.object({
  /** What it takes to answer. */
  seconds: z.number().min(0).default(0.3),
  /** Every so many-th request takes longer. */
  slowEvery: z.number().int().min(0).default(0),
  slowSeconds: z.number().min(0).default(12),
  /** Every so many-th change is refused. */
  refuseEvery: z.number().int().min(0).default(0),
  /** Before every so many-th answer the connection is lost for a while. */
  awayEvery: z.number().int().min(0).default(0),
  awaySeconds: z.number().min(0).default(15),
})
export type Answering = z.infer<typeof Answering>

/** What a request can do to a unit beside its configuration. */
export interface Body {
  readonly wait: (seconds: number) => Promise<void>
  /** Loses the connection and comes back. */
  readonly leave: (seconds: number) => void
  /** Reports every so many seconds from now on. */
  readonly setInterval: (seconds: number) => void
  readonly now: () => number
}

interface Parts {
  readonly answering: Answering
  readonly configured: Configured | undefined
  readonly body: Body
}

interface Outcome {
  readonly status: string
  readonly payload?: unknown
  /** Once the answer is sent. */
  readonly afterwards?: () => void
}

export interface Answered {
  readonly answer: ActionAnswer
  readonly afterwards: () => void
}

/** Answers that are remembered, for requests that come twice. */
const REMEMBERED = 200
const REBOOT_SECONDS = 8
const LONGEST_INTERVAL = 3600
const OK = 'OK'

/** Answers requests one after the other, as real units do; one that comes twice is answered as before. */
export function createRequestAnswering({
  answering,
  configured,
  body,
}: Parts): (message: ActionMessage) => Promise<Answered> {
  const remembered = new Map<number, Promise<Answered>>()
  const startedAt = body.now()
  let last: Promise<unknown> = Promise.resolve()
  let count = 0
  let changes = 0

  return (message) => {
    const known = remembered.get(message.action_id)
    if (known !== undefined) return known.then(({ answer }) => ({ answer, afterwards: () => undefined }))
    const answered = last.then(() => take(message))
    last = answered.catch(() => undefined)
    remembered.set(message.action_id, answered)
    for (const oldest of [...remembered.keys()].slice(0, Math.max(0, remembered.size - REMEMBERED)))
      remembered.delete(oldest)
    return answered
  }

  async function take(message: ActionMessage): Promise<Answered> {
    count += 1
    if (isTurn(count, answering.awayEvery)) body.leave(answering.awaySeconds)
    await body.wait(isTurn(count, answering.slowEvery) ? answering.slowSeconds : answering.seconds)
    const { status, payload, afterwards = () => undefined } = judge(message)
    const { action_id, actionClass, action } = message
    return {
      answer: { action_id, actionClass, action, status, ...(payload === undefined ? {} : { payload }) },
      afterwards,
    }
  }

  function judge(message: ActionMessage): Outcome {
    if (message.actionClass === 'Unit') return judgeUnit(message.payload)
    if (configured === undefined || message.actionClass !== configured.actionClass) return { status: 'UNSUPPORTED' }
    if (message.payload === LIST_CONFIG) return { status: OK, payload: configured.read() }
    if (typeof message.payload === 'string' || !Object.hasOwn(message.payload, UPDATE_CONFIG))
      return { status: 'UNKNOWN_ACTION' }
    changes += 1
    if (isTurn(changes, answering.refuseEvery))
      return { status: 'BUSY', payload: { message: 'The bus is being scanned.' } }
    const problem = configured.update(message.payload[UPDATE_CONFIG])
    if (problem !== undefined) return { status: 'INVALID', payload: { message: problem } }
    return { status: OK, payload: configured.read() }
  }

  function judgeUnit(payload: ActionMessage['payload']): Outcome {
    if (payload === 'Ping')
      return { status: OK, payload: { uptime_seconds: Math.floor((body.now() - startedAt) / 1000) } }
    if (payload === 'Reboot') return { status: OK, afterwards: () => body.leave(REBOOT_SECONDS) }
    const seconds = typeof payload === 'string' ? undefined : payload['SetReportInterval']
    if (seconds === undefined) return { status: 'UNKNOWN_ACTION' }
    if (typeof seconds !== 'number' || !(seconds >= 1 && seconds <= LONGEST_INTERVAL)) {
      return { status: 'INVALID', payload: { message: `An interval is 1 to ${LONGEST_INTERVAL} seconds.` } }
    }
    body.setInterval(seconds)
    return { status: OK, payload: { report_interval: seconds } }
  }
}

function isTurn(count: number, every: number): boolean {
  return every > 0 && count % every === 0
}
