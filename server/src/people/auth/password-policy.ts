import { PASSWORD_MIN_LENGTH } from '@fieldwatch/contract/people/auth'
import { sentenceOfCode } from '@fieldwatch/messages/server-sentences'
import { DomainError } from '#platform/errors/domain-error.ts'

/** Very common passwords, in lower case and without the digits and signs that people add at the end. */
const COMMON = new Set(
  `password passwordpassword mypassword p@ssw0rd p@ssword passw0rd pa55word pa55w0rd changeme changemenow letmein letmeinnow
  welcome administrator admin adminadmin iloveyou sunshine princess football basketball baseball liverpool manchester
  superman batman starwars trustno1 whatever computer internet michelle jennifer charlotte christopher alexander
  butterfly strawberry chocolate monkey dragon master shadow hello hellohello test testtest secret secretsecret
  qwerty qwertyuiop qwertyuiopasdfghjkl qwertzuiop azertyuiop asdfghjkl asdfghjkl; asdfasdfasdf zxcvbnm zxcvbnm,./
  abc abcd abcdef abcdefgh abcdefghij abcdefghijk abcdefghijkl q a aa qwe qwerty asd zxc
  1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx3edc 1qazxsw23edc zaq12wsxcde3 qazwsxedcrfv qazwsxedc 1qaz2wsx
  correcthorsebatterystaple fieldwatch`.split(/\s+/),
)

const SEQUENCES = [
  '01234567890123456789',
  '98765432109876543210',
  '1122334455667788990011',
  '1234512345123451234512345',
]

/** The same one to four characters again and again. */
const REPETITION = /^(.{1,4}?)\1+$/

/** Whether a password would be among the first guesses for this account. */
export function isWeakPassword(password: string, email: string): boolean {
  const lower = password.toLowerCase()
  if (lower.length < PASSWORD_MIN_LENGTH || REPETITION.test(lower)) return true
  if (SEQUENCES.some((sequence) => sequence.includes(lower))) return true
  const stem = lower.replace(/(?<!\P{L})\P{L}+$/u, '')
  if (COMMON.has(lower) || COMMON.has(stem)) return true
  const address = email.toLowerCase()
  return lower === address || stem === address.split('@', 1)[0]
}

/** @throws DomainError auth/weak-password */
export function requireStrongPassword(password: string, email: string): void {
  if (isWeakPassword(password, email)) {
    throw new DomainError('auth/weak-password', {
      details: { fields: { password: sentenceOfCode('auth/weak-password') } },
    })
  }
}
