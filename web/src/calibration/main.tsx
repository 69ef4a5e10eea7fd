import '@fontsource-variable/inter'
import '@mantine/core/styles.layer.css'
import '#app/global.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { CalibrationPage } from './calibration-page.tsx'

const place = document.querySelector('#root')
if (place === null) throw new Error('the page has no #root')
createRoot(place).render(
  <StrictMode>
    <CalibrationPage portal={window.parent === window ? undefined : window.parent} />
  </StrictMode>,
)
