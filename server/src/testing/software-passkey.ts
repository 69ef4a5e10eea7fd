import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { PasskeyAssertion, PasskeyRegistration } from '@fieldwatch/contract/people/passkeys'
import { isoCBOR } from '@simplewebauthn/server/helpers'

interface Asked {
  /** The options of the portal. */
  options: Record<string, unknown>
  origin?: string
  rpID?: string
  /** Whether anyone who holds it was asked. */
  verified?: boolean
}

const ORIGIN = 'https://fieldwatch.example'
const RP_ID = 'fieldwatch.example'
const PRESENT = 0x01
const VERIFIED = 0x04
const WITH_KEY = 0x40

/** A passkey as a phone or a security key holds it, in software (WebAuthn Level 3, sections 6.1 and 6.5). */
export function createSoftwarePasskey() {
  const id = randomBytes(32)
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  // COSE: key type EC2, algorithm ES256, curve P-256, and the point.
  const key = isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ]),
  )
  let counter = 0

  function dataOf({ rpID = RP_ID, verified = true }: Asked, withKey: boolean): Buffer {
    counter += 1
    const flags = PRESENT | (verified ? VERIFIED : 0) | (withKey ? WITH_KEY : 0)
    const head = Buffer.alloc(5)
    head.writeUInt8(flags, 0)
    head.writeUInt32BE(counter, 1)
    const length = Buffer.alloc(2)
    length.writeUInt16BE(id.length)
    const credential = withKey ? [Buffer.alloc(16), length, id, Buffer.from(key)] : []
    return Buffer.concat([createHash('sha256').update(rpID).digest(), head, ...credential])
  }

  const clientData = (type: string, { options, origin = ORIGIN }: Asked): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge: options['challenge'], origin, crossOrigin: false }))

  const shared = {
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key' as const,
    clientExtensionResults: {},
  }
  return {
    id: shared.id,
    register: (asked: Asked): PasskeyRegistration => {
      const attestation = isoCBOR.encode(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', new Uint8Array(dataOf(asked, true))],
        ]) as never,
      )
      return {
        ...shared,
        response: {
          clientDataJSON: clientData('webauthn.create', asked).toString('base64url'),
          attestationObject: Buffer.from(attestation).toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    answer: (asked: Asked): PasskeyAssertion => {
      const data = dataOf(asked, false)
      const client = clientData('webauthn.get', asked)
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()])
      return {
        ...shared,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', signed, privateKey).toString('base64url'),
        },
      }
    },
  }
}
