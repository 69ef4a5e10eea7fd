import { useDocumentTitle } from '@mantine/hooks'

/** Names the page in the title of its tab, so that several tabs can be distinguished. Undefined: not known yet. */
export function usePageTitle(name: string | undefined): void {
  useDocumentTitle(name === undefined ? 'Fieldwatch' : `${name} · Fieldwatch`)
}
