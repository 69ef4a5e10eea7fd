import { createContext } from 'react'

/** Whether the content is within the `main` of the shell, of which a page has one. */
export const WithinMain = createContext(false)
