import { createContext } from 'react'
import type { WidgetPlace } from '#shared/widgets/settings/template-widgets.ts'

/** The place of the surrounding widget in its template; a widget without one cannot be edited. */
export const WidgetPlaceContext = createContext<WidgetPlace | undefined>(undefined)
