/** The name of the channel on which the tabs of this browser speak. */
export const tabChannel = 'meridiana';
