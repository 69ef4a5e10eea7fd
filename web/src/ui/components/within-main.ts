import { createContext } from 'react'

/** Whether what is shown stands within the `main` of the shell: a page has one of them. */
export const WithinMain = createContext(false)
