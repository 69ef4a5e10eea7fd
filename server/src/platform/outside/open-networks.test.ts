import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { inEnglish } from '#platform/errors/domain-error.ts'
import { findAddressProblem, judgeAddress, NO_NETWORKS, readNetworks } from './open-networks.ts'

describe('where an address of the outside may lead', () => {
  const closed = [
    [
      '127.0.0.1',
      '0.0.0.0',
      '10.1.2.3',
      '100.64.0.1',
      '169.254.169.254',
      '172.31.0.1',
      '192.168.1.1',
      '224.0.0.1',
      '255.255.255.255',
    ],
    [
      '::',
      '::1',
      'fe80::1',
      'fe80::1%eth0',
      'fc00::1',
      'ff02::1',
      '::ffff:127.0.0.1',
      '::ffff:7f00:1',
      '64:ff9b::7f00:1',
      '2002:7f00:1::',
      '2001:db8::1',
    ],
    ['localhost', ''],
  ].flat()
  for (const address of closed) {
    it(`is not ${address || 'nothing'}`, () => assert.equal(judgeAddress(address, NO_NETWORKS), 'closed'))
  }
  for (const address of ['1.1.1.1', '192.169.0.1', '2606:4700::1111', '::ffff:1.1.1.1']) {
    it(`is ${address}`, () => assert.equal(judgeAddress(address, NO_NETWORKS), 'public'))
  }

  it('is what the setting lists, and nothing beside it', () => {
    const networks = readNetworks(' 10.0.0.0/8  192.168.1.5 fd00::/8')

    const verdicts = ['10.9.9.9', '192.168.1.5', '192.168.1.6', 'fd00::7', '::ffff:10.0.0.1'].map((one) =>
      judgeAddress(one, networks),
    )
    assert.deepEqual(verdicts, ['listed', 'listed', 'closed', 'listed', 'listed'])
  })

  for (const text of ['10.0.0.0/33', 'hooks.example', '10.0.0.0/8/8', '10.0.0.0/x', '::/129']) {
    it(`is not given by ${text}`, () => assert.throws(() => readNetworks(text), /is not a network/))
  }

  it('is checked on entry where possible, however its number is written', () => {
    const problems = [
      'https://hooks.example/a',
      'http://hooks.example/a',
      'https://0x7f.1/',
      'https://[::1]/',
      'https://2130706433/',
    ].map((url) => inEnglish(findAddressProblem(url, NO_NETWORKS) ?? '').slice(0, 19))
    assert.deepEqual(problems, [
      '',
      'The address must be',
      'This address is not',
      'This address is not',
      'This address is not',
    ])
    assert.equal(findAddressProblem('http://10.0.0.1/', readNetworks('10.0.0.0/8')), undefined)
  })
})
