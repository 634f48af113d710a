-- In Japan the yen is written with the full-width sign.
UPDATE currency SET symbol_native = '￥' WHERE code = 'jpy';
