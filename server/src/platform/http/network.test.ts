import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { networkOf } from './network.ts'

describe('the network of an address', () => {
  const table: [string, string][] = [
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::ffff:c000:207', '192.0.2.7'],
    ['0:0:0:0:0:ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2::192.0.2.7', '2001:db8:1:2::/64'],
    ['nonsense', 'nonsense'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:db8::9', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ]
  for (const [address, network] of table) {
    it(`of ${address} is ${network}`, () => assert.equal(networkOf(address), network))
  }
})
