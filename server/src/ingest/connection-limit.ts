/** Counts connections by address. */
export function createConnectionLimit(perAddress: number) {
  const counts = new Map<string, number>()
  return {
    /** Undefined when the address has too many; otherwise call the result when the connection is over. */
    enter: (address: string): (() => void) | undefined => {
      const count = counts.get(address) ?? 0
      if (count >= perAddress) return undefined
      counts.set(address, count + 1)
      return () => {
        const left = (counts.get(address) ?? 1) - 1
        if (left === 0) counts.delete(address)
        else counts.set(address, left)
      }
    },
  }
}
