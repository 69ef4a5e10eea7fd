import type { FileStorage } from '#platform/files/file-storage.ts'

/** Keeps files as long as the test runs. */
export function createMemoryStorage(): FileStorage & { names: () => string[] } {
  const files = new Map<string, Buffer>()
  return {
    put: async (name, bytes) => void files.set(name, bytes),
    get: async (name) => files.get(name),
    remove: async (name) => void files.delete(name),
    names: () => [...files.keys()],
  }
}
