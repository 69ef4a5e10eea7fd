import { type App, appSlug, listApps } from '@fieldwatch/contract/people/apps'
import type { Api } from '#platform/api/call.ts'
import { detailsQuery } from '#platform/api/details-query.ts'

/** The apps that the person may open, by name. */
export function appsQuery(api: Api) {
  return detailsQuery(api, listApps, { queryKey: ['apps'], meta: { kept: true }, staleTime: 60_000 })
}

/** The app that an address names, by its path or its id. */
export function findApp(apps: readonly App[], word: string): App | undefined {
  return apps.find(({ path }) => path === word) ?? apps.find(({ id }) => id === word)
}

/** The app that the tab of a unit names: tabs know apps by name. */
export function findAppOfTab(apps: readonly App[], slug: string): App | undefined {
  return apps.find(({ name }) => appSlug(name) === slug)
}
