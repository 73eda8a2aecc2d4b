/** What the product is called, wherever the datalogger says it. */
export const productName = 'Meridiana';
