import { hydrateRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'

const router = createBrowserRouter([{ path: '*', element: <h1>Hello</h1> }])

hydrateRoot(document, <RouterProvider router={router} />)
