import { createContext } from 'react'
import type { WidgetPlace } from '#shared/widget-settings/template-widgets.ts'

/** Where in its template the widget around stands; without one it cannot be edited. */
export const WidgetPlaceContext = createContext<WidgetPlace | undefined>(undefined)
