import type { WebSocket } from 'ws'

/** The internals of ws that are used here. A test fails when they change. */
interface Receiver {
  _state: number
  _loop: boolean
  _opcode: number
  _fin: boolean
  _fragmented: number
  _mask: Buffer | undefined
  _payloadLength: number
  _totalPayloadLength: number
  readonly _bufferedBytes: number
  consume(bytes: number): Buffer
  getData(done: (error?: Error) => void): void
  emit(event: 'message', data: Buffer, isBinary: boolean): boolean
}

const NEXT_FRAME = 0
const FIRST_CONTROL_OPCODE = 8
const MASK_BYTES = 4

/**
 * Passes on each part of a frame as it arrives instead of buffering the whole message: MQTT ignores frame boundaries, so a frame
 * of hundreds of megabytes takes no more memory than a small one.
 */
export function readFramesAsTheyArrive(webSocket: WebSocket): void {
  const { _receiver: receiver } = webSocket as WebSocket & { _receiver: Receiver }
  const getData = receiver.getData.bind(receiver)
  receiver.getData = (done) => {
    if (receiver._opcode >= FIRST_CONTROL_OPCODE) return getData(done)
    const isWhole = receiver._bufferedBytes >= receiver._payloadLength
    const count = isWhole ? receiver._payloadLength : receiver._bufferedBytes - (receiver._bufferedBytes % MASK_BYTES)
    if (count > 0) {
      const piece = unmask(receiver.consume(count), receiver._mask)
      receiver._payloadLength -= count
      receiver.emit('message', piece, true)
    }
    if (!isWhole) {
      receiver._loop = false
      return
    }
    receiver._mask = undefined
    receiver._totalPayloadLength = 0
    if (receiver._fin) receiver._fragmented = 0
    receiver._state = NEXT_FRAME
  }
}

/** All pieces but the last are multiples of the mask, so that each begins with its first byte. */
function unmask(piece: Buffer, mask: Buffer | undefined): Buffer {
  if (mask === undefined) return piece
  for (let place = 0; place < piece.length; place += 1) {
    piece[place] = (piece[place] ?? 0) ^ (mask[place % MASK_BYTES] ?? 0)
  }
  return piece
}
