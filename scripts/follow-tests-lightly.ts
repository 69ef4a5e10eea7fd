import hooks, { AsyncLocalStorage, AsyncResource } from 'node:async_hooks'

// Import it before `node:test`. To find the test that an error or a nested test belongs to, that follows every promise of the process with
// async hooks, which takes an eighth of the processor time of tests of the server, and no portal runs with them. An `AsyncLocalStorage`
// finds the test for nothing. Where Node.js no longer works as this expects, it does nothing, or a test without its suite fails.

type Init = NonNullable<hooks.HookCallbacks['init']>
type Scope = (
  this: AsyncResource,
  run: (...given: unknown[]) => unknown,
  self?: unknown,
  ...given: unknown[]
) => unknown

const running = new AsyncLocalStorage<number>()
let remember: Init = () => undefined

const { createHook, executionAsyncId } = hooks
const enterScope = Reflect.get(AsyncResource.prototype, 'runInAsyncScope') as Scope

Object.assign(hooks, { createHook: createLightHook, executionAsyncId: () => running.getStore() ?? 0 })
await import('node:test')
Object.assign(hooks, { createHook, executionAsyncId })
Object.assign(AsyncResource.prototype, { runInAsyncScope: enterTest })

/** The one hook of `node:test`, whose `init` remembers tests by their number. */
function createLightHook(callbacks: hooks.HookCallbacks): hooks.AsyncHook {
  remember = (...given) => callbacks.init?.(...given)
  const hook = { enable: () => hook, disable: () => hook }
  return hook
}

function enterTest(this: AsyncResource, ...[run, self, ...given]: Parameters<Scope>): unknown {
  if (!('createSubtest' in this)) return enterScope.call(this, run, self, ...given)
  const id = this.asyncId()
  remember(id, 'Test', 0, this)
  return enterScope.call(this, () => running.run(id, () => run.apply(self, given)))
}
