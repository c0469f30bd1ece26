import { hydrateRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'

const router = createBrowserRouter([{ path: '*', element: <h1>Hello</h1> }])
const root = document.getElementById('root')
if (root) hydrateRoot(root, <RouterProvider router={router} />)
