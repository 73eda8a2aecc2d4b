/** placeholder replaced at once by the dashboard */
export function Screen() { return null; }
