/**
 * Zod tries to compile its schemas with `eval`, which the content security policy of the portal refuses: the browser would report it on
 * each load. Zod reads this when it is loaded, so nothing of it is imported here.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
