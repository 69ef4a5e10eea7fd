import type { Socket } from 'node:net'
import { type ActionMessage, OK } from '@fieldwatch/contract/actions/action-messages'
import type { MessageProgress } from '@fieldwatch/server/platform/bus/bus'
import type { KnownUnit } from '@fieldwatch/server/doors/ingest/unit-authenticator'
import { decodePacket, encodeCommandData, type Packet } from './decode-packet.ts'
import { createFrameSplitter, type Frame, wrapPacket } from './split-frames.ts'

/** A request on its way to a tracker. */
interface Sent {
  readonly request: ActionMessage
  readonly progress: (progress: MessageProgress) => void
}

/** What a session needs of the portal. */
export interface SessionParts {
  /** The unit that an IMEI names, or why it is refused. */
  readonly enter: (imei: string) => Promise<KnownUnit | undefined>
  /** Whether the tracker may still send; its unit may have changed. */
  readonly current: (imei: string, unit: KnownUnit) => Promise<KnownUnit | undefined>
  /** Resolves after the commit. */
  readonly record: (unit: KnownUnit, packet: Packet, data: Buffer) => Promise<void>
  readonly answer: (
    unit: KnownUnit,
    request: ActionMessage,
    result: { status: string; payload: string },
  ) => Promise<void>
  /** How long an answer may take; the standard when left out. */
  readonly answerMs?: number
  readonly onSignedIn: (unit: KnownUnit, imei: string) => Promise<void>
}

export type TeltonikaSession = ReturnType<typeof createTeltonikaSession>

const ACCEPTED = Buffer.from([1])
const REFUSED = Buffer.from([0])
/** Packets with errors of transmission in a row, after which the connection ends. */
const MOST_BROKEN_PACKETS = 3
/** What waits to be read by a tracker that reads nothing. */
const UNREAD_BYTES = 64 * 1024
/** How long the answer to a command may take. */
const ANSWER_MS = 60_000
/** Requests that are remembered as sent. */
const REMEMBERED_REQUESTS = 1_000

/** One connection of a tracker. What it sends is handled in order; the count of records is answered after their commit. */
export function createTeltonikaSession(socket: Socket, parts: SessionParts) {
  const splitter = createFrameSplitter()
  const sentIds = new Set<number>()
  let tracker: { readonly unit: KnownUnit; readonly imei: string } | undefined
  let inFlight: (Sent & { readonly timer: NodeJS.Timeout }) | undefined
  let brokenPackets = 0
  let isLeaving = false
  let handling: Promise<unknown> = Promise.resolve()

  return {
    unit: (): KnownUnit | undefined => tracker?.unit,

    /**
     * Resolves when the connection has ended or the tracker was refused.
     * @throws FrameError, DomainError server/unavailable
     */
    serve: async (): Promise<void> => {
      try {
        for await (const bytes of socket.iterator({ destroyOnReturn: false })) {
          for (const frame of splitter.push(bytes as Buffer)) {
            if (isLeaving) return
            const goesOn = handle(frame)
            handling = goesOn.catch(() => false)
            if (!(await goesOn)) return
          }
        }
      } finally {
        end()
      }
    },

    /** Sends a request; a connection gets each one once, and one after the other. */
    send: (sent: Sent): void => {
      const { request, progress } = sent
      if (tracker === undefined || isLeaving || sentIds.has(request.action_id)) return
      remember(request.action_id)
      const command = commandOf(request)
      if (command === undefined) return void refuseRequest(tracker.unit, sent)
      const timer = setTimeout(giveUpAnswer, parts.answerMs ?? ANSWER_MS).unref()
      inFlight = { ...sent, timer }
      write(wrapPacket(encodeCommandData(command)))
      progress('sent')
      if (isRestart(command)) giveUpAnswer()
    },

    /** What was read is still handled, and nothing after it. */
    leave: (): void => {
      isLeaving = true
    },

    /** Resolves when nothing that was read waits for its answer. */
    idle: async (): Promise<void> => {
      await handling
    },
  }

  /** Whether the connection stays open. */
  async function handle(frame: Frame): Promise<boolean> {
    if (frame.kind === 'login') return signIn(frame.imei)
    if (tracker === undefined) return false
    const { imei } = tracker
    const unit = await parts.current(imei, tracker.unit)
    if (unit === undefined) return false
    if (!frame.intact) return answerBroken()
    const packet = decodePacket(frame.data)
    if (packet.kind === 'miscounted') {
      await parts.record(unit, packet, frame.data)
      return answerBroken()
    }
    brokenPackets = 0
    if (packet.kind === 'text' && inFlight !== undefined) {
      await takeAnswer(unit, inFlight, packet)
      return true
    }
    await parts.record(unit, packet, frame.data)
    if (packet.kind !== 'text') answerCount(packet.count)
    return true
  }

  async function signIn(imei: string): Promise<boolean> {
    const unit = await parts.enter(imei)
    if (unit === undefined) {
      write(REFUSED)
      return false
    }
    tracker = { unit, imei }
    await parts.onSignedIn(unit, imei)
    write(ACCEPTED)
    return true
  }

  /** The result is stored before the request counts as handed over, so that it is not lost. */
  async function takeAnswer(
    unit: KnownUnit,
    { request, progress }: Sent,
    { text, refused }: Extract<Packet, { kind: 'text' }>,
  ): Promise<void> {
    await parts.answer(unit, request, { status: refused ? 'REFUSED' : OK, payload: text })
    if (inFlight?.request !== request) return
    clearTimeout(inFlight.timer)
    inFlight = undefined
    progress('confirmed')
  }

  /**
   * Trackers do not answer all commands. The request counts as handed over without a result, so that the next one is sent. One that
   * restarts gives no answer, and may be back before its old connection is seen to be over: sent again, the command would restart it for
   * ever.
   */
  function giveUpAnswer(): void {
    const sent = inFlight
    clearTimeout(sent?.timer)
    inFlight = undefined
    sent?.progress('confirmed')
  }

  function end(): void {
    if (inFlight !== undefined) clearTimeout(inFlight.timer)
  }

  async function refuseRequest(unit: KnownUnit, { request, progress }: Sent): Promise<void> {
    try {
      await parts.answer(unit, request, { status: 'UNSUPPORTED', payload: 'A tracker takes one line of text.' })
      progress('confirmed')
    } catch {
      // The database is away: the tracker connects again, and gets the request then.
      socket.destroy()
    }
  }

  function answerBroken(): boolean {
    brokenPackets += 1
    answerCount(0)
    return brokenPackets < MOST_BROKEN_PACKETS
  }

  function answerCount(count: number): void {
    const answer = Buffer.alloc(4)
    answer.writeUInt32BE(count)
    write(answer)
  }

  function write(bytes: Buffer): void {
    if (socket.writableLength > UNREAD_BYTES) socket.destroy()
    else if (socket.writable) socket.write(bytes)
  }

  function remember(id: number): void {
    const [oldest] = sentIds
    if (sentIds.size >= REMEMBERED_REQUESTS && oldest !== undefined) sentIds.delete(oldest)
    sentIds.add(id)
  }
}

/** What trackers call what our units can be asked. */
const COMMANDS: Readonly<Record<string, string>> = { Ping: 'getstatus', Reboot: 'cpureset' }

const COMMAND = /^[\x20-\x7e]{1,500}$/

/** The command of codec 12 for a request; undefined when it is no line of text. */
function commandOf({ payload }: Pick<ActionMessage, 'payload'>): string | undefined {
  if (typeof payload !== 'string') return undefined
  const command = COMMANDS[payload] ?? payload.trim()
  return COMMAND.test(command) ? command : undefined
}

/** Whether a tracker restarts by the command. */
function isRestart(command: string): boolean {
  return /^cpureset\b/i.test(command)
}
