import * as React from 'react'

// For each element that it makes, React writes down where, to say so in a warning: a fifth of the processor time of tests of screens. It stops
// for a while after ten thousand. Where React no longer counts them like this, this does nothing.
const COUNTED = 'recentlyCreatedOwnerStacks'
const internals: unknown = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE')
if (typeof internals === 'object' && internals !== null && COUNTED in internals)
  Object.defineProperty(internals, COUNTED, { get: () => 10_000, set(): void {} })
